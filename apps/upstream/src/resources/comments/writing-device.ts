/** A comment's device: icon name and system name, spelled as upstream does. */
export interface WritingDevice {
  /** `windowns` is how upstream spells it. */
  system: 'mac' | 'windowns' | 'android' | null
  systemVersion: string | null
}

const SYSTEMS: readonly [RegExp, WritingDevice][] = [
  [/OpenHarmony|HarmonyOS/i, { system: 'android', systemVersion: 'HarmonyOS' }],
  [/Android/, { system: 'android', systemVersion: 'Android' }],
  [/iPhone|iPad/, { system: 'mac', systemVersion: 'iOS' }],
  [/Mac OS X|Macintosh/, { system: 'mac', systemVersion: 'macOS' }],
  [/Windows/, { system: 'windowns', systemVersion: 'Windows' }],
  [/Linux|CrOS/, { system: null, systemVersion: 'Linux' }],
]

/** From the request's `User-Agent`; known names only, no client text. */
export function writingDevice(userAgent: string | undefined): WritingDevice {
  const found = SYSTEMS.find(([pattern]) => pattern.test(userAgent ?? ''))
  return found?.[1] ?? { system: null, systemVersion: null }
}
