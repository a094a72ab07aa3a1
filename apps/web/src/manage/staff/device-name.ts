/** Maximum length of a name: `FACTOR_LABEL_MAX` of the contract, whose module loads schemas. */
export const LABEL_MAX = 40

const SYSTEMS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android 手机'],
  [/Mac/, 'Mac'],
  [/Windows/, 'Windows 电脑'],
  [/Linux/, 'Linux 电脑'],
]

/** Suggests a name for this device. */
export function suggestDeviceName(userAgent = navigator.userAgent): string {
  return SYSTEMS.find(([sign]) => sign.test(userAgent))?.[1] ?? '这台设备'
}
