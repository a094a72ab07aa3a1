import { joined } from './path-data.ts'

/** Ribs of the paper body: how far each bows out, as part of the body's half width. */
const RIBS = [-0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75]
const RIB_REACH_PX = 59.4

/** A red lantern on its cord, with a tassel; 100 by 240 px. Colours: `--color-lantern-gold` and `--color-lantern` of the page, or else the text colour. */
export function drawLantern(): string {
  const ribs = RIBS.map((bow) => `M50 54Q${joined([50 + bow * RIB_REACH_PX, 104])} 50 154`).join('')
  return [
    '<path d="M50 0v42"/>',
    '<rect x="11" y="52" width="78" height="104" rx="38" fill="var(--color-lantern,currentColor)" stroke="none"/>',
    `<path d="${ribs}" opacity=".5"/>`,
    '<path d="M33 46h34l4 9H29zM29 153h42l-4 9H33z" fill="currentColor"/>',
    '<path d="M50 162v14M43 176h14M45 176v42M50 176v54M55 176v42"/>',
  ].join('')
}
