/** English names of laboratories; only the one of the demo is known. */
const NAMES: Readonly<Record<string, string>> = { 石衡珠宝玉石检测中心: 'Shiheng Gem Laboratory' }

/** The laboratory's English name; `undefined` when none is known. */
export function findEnglishName(name: string): string | undefined {
  return NAMES[name]
}
