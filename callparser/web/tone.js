// Two short tones: listening begins (up), listening ends (down).

const TONES_HZ = { on: 880, off: 440 };
export const TONE_S = 0.08;

export function tone(context, which) {
  if (context?.state !== "running") return;
  const oscillator = new OscillatorNode(context, { frequency: TONES_HZ[which] });
  const gain = new GainNode(context, { gain: 0.08 });
  oscillator.connect(gain).connect(context.destination);
  oscillator.start();
  oscillator.stop(context.currentTime + TONE_S);
}
