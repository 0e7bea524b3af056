/// <reference types="vite-plugin-pwa/client" />
/** Which build of the pages this is; set by the build. */
declare const __VERSION__: string;
