/** Everything is tested, however long it takes: `make test-full`. Otherwise a representative part. */
export const full = process.env.PLATEAU_FULL === '1';
