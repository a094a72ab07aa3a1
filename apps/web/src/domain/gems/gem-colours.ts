/** Colours for filtering stones, in the order of a colour card. */
export const GEM_COLOURS = ['无色', '白', '灰', '黑', '红', '粉红', '橙', '黄', '绿', '青', '蓝', '紫', '褐'] as const

export type GemColour = (typeof GEM_COLOURS)[number]

/**
 * Finds the hue of a colour name on certificates: its last character is the main hue (紫红 is red, 黄绿 is green). Remarks
 * in brackets are ignored: `红（变色）`. `null` for a name without a hue.
 */
export function findGemColour(name: string): GemColour | null {
  const bare = name.replace(/（.*?）/g, '').replace(/色$/, '')
  if (name.startsWith('无色')) return '无色'
  if (bare.endsWith('粉红') || bare.endsWith('粉')) return '粉红'
  return GEM_COLOURS.find((colour) => colour.length === 1 && bare.endsWith(colour)) ?? null
}
