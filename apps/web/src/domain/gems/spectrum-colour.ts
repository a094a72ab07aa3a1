/** Maximum of a channel; below 255, to match the mineral colours. */
const CHANNEL_MAX = 225
const GAMMA = 0.8

/**
 * The colour of light of one wavelength, 400 to 700 nm, as `rgb(…)`: an approximation in sRGB after Dan Bruton, Color
 * Science (1996). Used only where the spectrum is the data, never as decoration.
 */
export function toSpectrumColour(nm: number): string {
  const fade = nm < 420 ? 0.45 + (0.55 * (nm - 400)) / 20 : nm > 680 ? 0.45 + (0.55 * (700 - nm)) / 20 : 1
  const channels = getBaseColour(nm).map((value) => Math.round(CHANNEL_MAX * Math.max(0, value * fade) ** GAMMA))
  return `rgb(${channels.join(' ')})`
}

/**
 * Red, green and blue from 0 to 1, before the correction for the lower sensitivity of the eye at both ends of the
 * spectrum.
 */
function getBaseColour(nm: number): [number, number, number] {
  if (nm < 440) return [(440 - nm) / 60, 0, 1]
  if (nm < 490) return [0, (nm - 440) / 50, 1]
  if (nm < 510) return [0, 1, (510 - nm) / 20]
  if (nm < 580) return [(nm - 510) / 70, 1, 0]
  if (nm < 645) return [1, (645 - nm) / 65, 0]
  return [1, 0, 0]
}
