/** English names of laboratories that have set none; only the one of the demo is known. */
const NAMES: Readonly<Record<string, string>> = { 石衡珠宝玉石检测中心: 'Shiheng Gem Laboratory' }

/** The laboratory's English name as set; `undefined` when none is known. */
export function getEnglishName({
  name,
  nameEn,
}: {
  name: string
  nameEn?: string | null | undefined
}): string | undefined {
  return nameEn?.trim() || NAMES[name]
}
