import { settings } from './settings.svelte';

export type SoundName = 'place' | 'slide' | 'flip' | 'win' | 'loss' | 'refuse' | 'call' | 'warn';

/** Start and length in seconds, pitch from and to in hertz, and volume. */
interface Note {
	at: number;
	length: number;
	from: number;
	to: number;
	volume: number;
	shape: OscillatorType;
}

const note = (at: number, length: number, from: number, to = from, volume = 0.2): Note => ({
	at,
	length,
	from,
	to,
	volume,
	shape: 'sine',
});

const sounds: Record<SoundName, Note[]> = {
	place: [{ ...note(0, 0.09, 240, 110, 0.5), shape: 'triangle' }],
	slide: [{ ...note(0, 0.22, 130, 190, 0.25), shape: 'triangle' }],
	flip: [note(0, 0.07, 520, 720), note(0.08, 0.09, 300, 180, 0.35)],
	win: [note(0, 0.18, 523), note(0.13, 0.18, 659), note(0.26, 0.2, 784), note(0.39, 0.6, 1047, 1047, 0.25)],
	loss: [note(0, 0.22, 392), note(0.18, 0.4, 294)],
	refuse: [{ ...note(0, 0.12, 150, 130, 0.2), shape: 'square' }],
	/** A player arrived or made an offer. */
	call: [note(0, 0.12, 587), note(0.1, 0.2, 784)],
	/** Time is running out. */
	warn: [note(0, 0.08, 880), note(0.16, 0.08, 880)],
};

let context: AudioContext | null = null;

/** Plays a sound, unless sound is off or not supported. */
export function playSound(name: SoundName): void {
	if (!settings.sound || settings.volume === 0 || typeof AudioContext === 'undefined') return;
	context ??= new AudioContext();
	// A context created before the first tap starts suspended.
	if (context.state === 'suspended') void context.resume().catch(() => {});
	for (const each of sounds[name]) play(context, { ...each, volume: each.volume * settings.volume });
}

function play(audio: AudioContext, { at, length, from, to, volume, shape }: Note): void {
	const start = audio.currentTime + at;
	const tone = audio.createOscillator();
	tone.type = shape;
	tone.frequency.setValueAtTime(from, start);
	tone.frequency.exponentialRampToValueAtTime(to, start + length);
	const loudness = audio.createGain();
	loudness.gain.setValueAtTime(0, start);
	loudness.gain.linearRampToValueAtTime(volume, start + 0.008);
	loudness.gain.exponentialRampToValueAtTime(0.001, start + length);
	tone.connect(loudness).connect(audio.destination);
	tone.start(start);
	tone.stop(start + length);
}
