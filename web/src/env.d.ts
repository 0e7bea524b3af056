/** The version of the app, set by the build. */
declare const __VERSION__: string;
/** The commit that it was built from and its date, as in RFC 3339; empty during development. */
declare const __COMMIT__: string;
declare const __DATE__: string;
/** The size of the engine in bytes, before compression. */
declare const __ENGINE_SIZE__: number;
