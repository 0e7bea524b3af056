/** The version of the app, set by the build. */
declare const __VERSION__: string;
/** The size of the engine in bytes, before compression. */
declare const __ENGINE_SIZE__: number;
