/** The stones people ask for most, one of each kind of drawing. */
const PREFERRED = ['钻石', '红宝石', '祖母绿', '翡翠', '绿松石', '和田玉']

/** The preferred gems in their order, as far as they are there; the first of the others fill the places left. */
export function chooseForTray<T extends { title: string }>(gems: readonly T[], size: number): T[] {
  const preferred = PREFERRED.map((name) => gems.find(({ title }) => title === name)).filter((gem) => gem !== undefined)
  const others = gems.filter((gem) => !preferred.includes(gem))
  return [...preferred, ...others].slice(0, size)
}
