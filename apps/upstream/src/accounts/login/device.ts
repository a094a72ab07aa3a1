/** Maximum length of a stored name, in characters. Names made here are far shorter. */
const DEVICE_MAX = 60

/** The most specific browser comes first, because each also names the browser that it is built on. */
const BROWSERS: readonly [RegExp, string][] = [
  [/MicroMessenger/i, '微信'],
  [/\bQQ\//, 'QQ'],
  [/Weibo/i, '微博'],
  [/MQQBrowser|QQBrowser/i, 'QQ 浏览器'],
  [/UCBrowser/i, 'UC 浏览器'],
  [/MiuiBrowser/i, '小米浏览器'],
  [/HuaweiBrowser/i, '华为浏览器'],
  [/SamsungBrowser/i, 'Samsung Internet'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const SYSTEMS: readonly [RegExp, string][] = [
  [/OpenHarmony|HarmonyOS/i, 'HarmonyOS'],
  [/Windows/, 'Windows'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

function nameIn(userAgent: string, names: readonly [RegExp, string][]): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1]
}

/**
 * Describes a `User-Agent` in words, e.g. `Chrome · Windows`. Uses known names only, so that no text of a client is
 * shown later.
 * @returns `null` without a known browser or system
 */
export function describeDevice(userAgent: string | undefined): string | null {
  const names = [nameIn(userAgent ?? '', BROWSERS), nameIn(userAgent ?? '', SYSTEMS)].filter((name) => name)
  return names.join(' · ').slice(0, DEVICE_MAX) || null
}
