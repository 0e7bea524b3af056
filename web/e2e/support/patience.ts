/** Milliseconds that anything may take on a machine that does other things as well; nothing waits that long when all is well. */
export const patience = 45_000;
