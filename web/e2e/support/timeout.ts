/** Milliseconds that one step may take, on a very busy machine as well. A test that passes never waits that long. */
export const timeout = 120_000;
