/// <reference types="vite-plugin-pwa/client" />
/** The version of the app, set by the build. */
declare const __VERSION__: string;
