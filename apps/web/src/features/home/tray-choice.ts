/** The most requested gems, one per kind of drawing. */
const PREFERRED = ['钻石', '红宝石', '祖母绿', '翡翠', '绿松石', '和田玉']

/** Chooses the preferred gems in order, and fills up with the first of the others. */
export function chooseForTray<T extends { title: string }>(gems: readonly T[], size: number): T[] {
  const preferred = PREFERRED.map((name) => gems.find(({ title }) => title === name)).filter((gem) => gem !== undefined)
  const others = gems.filter((gem) => !preferred.includes(gem))
  return [...preferred, ...others].slice(0, size)
}
