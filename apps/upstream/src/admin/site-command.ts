import { EXIT } from '#commands/command.ts'
import { parseEmail } from '#resources/login/email-codes.ts'
import type { SiteRepository } from '#resources/site/site-repository.ts'
import type { AdminResult } from './admin-command.ts'

interface Field {
  /** Member of the contract's `SiteInfo`. */
  name: 'phone' | 'recordNum' | 'visitAddress' | 'email' | 'bulletin'
  maxLength: number
  isValid(value: string): boolean
  /** What is accepted, in Chinese and English. */
  accepted: string
}

/** Of the provinces' short names, as they begin every filing number. */
const PROVINCES = '京津沪渝冀豫滇云辽黑湘皖鲁新苏浙赣鄂桂陇甘晋蒙陕吉闽黔贵粤青藏蜀川宁琼'
const ICP = new RegExp(`^[${PROVINCES}]ICP[备证]\\d{6,10}号(-\\d{1,3})?$`)
const PHONE = /^\+?[\d\s()（）\-–转]+$/
const PHONE_DIGITS_MIN = 5

const FIELDS: Readonly<Record<string, Field>> = {
  phone: {
    name: 'phone',
    maxLength: 40,
    isValid: (value) => PHONE.test(value) && value.replace(/\D/g, '').length >= PHONE_DIGITS_MIN,
    accepted: '电话号码，如 0871-6512 3456 或 400-820-0000 (a telephone number)',
  },
  icp: {
    name: 'recordNum',
    maxLength: 40,
    isValid: (value) => ICP.test(value),
    accepted: 'ICP 备案号，如 滇ICP备12345678号-1 (an ICP filing number)',
  },
  address: {
    name: 'visitAddress',
    maxLength: 200,
    isValid: () => true,
    accepted: '收样地址，不超过 200 字 (an address of at most 200 characters)',
  },
  email: {
    name: 'email',
    maxLength: 254,
    isValid: (value) => parseEmail(value) === value.toLowerCase(),
    accepted: '邮箱地址，如 service@example.cn (an e-mail address)',
  },
  bulletin: {
    name: 'bulletin',
    maxLength: 500,
    isValid: () => true,
    accepted: '公告，不超过 500 字，可用 <b>、<a href> (an announcement of at most 500 characters, simple HTML)',
  },
}

export const SITE_USAGE = [
  'npm run admin -- site                        显示网站信息 (shows the site information)',
  'npm run admin -- site set NAME=VALUE …       修改；值为空则清除 (changes it; an empty value removes it)',
  ...Object.entries(FIELDS).map(([key, { accepted }]) => `    ${key.padEnd(9)} ${accepted}`),
]

/** Characters not allowed in one line of text. */
const CONTROL = /\p{Cc}/u

/**
 * `npm run admin -- site …`: the information in footer, contact page and announcement bar. Stores all given values or
 * none.
 */
export async function runSite(
  args: readonly string[],
  { site, now }: { site: SiteRepository; now: () => number },
): Promise<AdminResult> {
  const [command, ...pairs] = args
  const before = await site.settings()
  const storedOf = ({ name }: Field) => String(before[name] ?? '')
  if (command === undefined) {
    return { exitCode: EXIT.done, lines: Object.entries(FIELDS).map(([key, field]) => `${key}=${storedOf(field)}`) }
  }
  if (command !== 'set' || pairs.length === 0) return misused()
  const changes = new Map<string, { field: Field; value: string }>()
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    const key = pair.slice(0, Math.max(at, 0))
    const field = Object.hasOwn(FIELDS, key) ? FIELDS[key] : undefined
    if (!field) return misused(`无此项目 (there is no such item): ${pair}`)
    if (changes.has(key)) return misused(`重复的项目 (given twice): ${key}`)
    const value = pair.slice(at + 1).trim()
    const isGood = value.length <= field.maxLength && !CONTROL.test(value) && (value === '' || field.isValid(value))
    if (!isGood) return misused(`${key} 的值不能使用 (cannot be used): ${value}`, `可用 (accepted): ${field.accepted}`)
    changes.set(key, { field, value })
  }
  await site.change([...changes.values()].map(({ field, value }) => ({ name: field.name, value })))
  const at = new Date(now()).toISOString()
  return {
    exitCode: EXIT.done,
    lines: [
      ...[...changes].map(([key, { field, value }]) => `${at} site ${key}: ${storedOf(field)} -> ${value}`),
      '网站在约 15 秒内改用新内容；之前缓存的页面在被访问一次之后更新。',
      'The site uses it within some 15 seconds; a cached page is updated after one more visit.',
    ],
  }
}

function misused(...lines: string[]): AdminResult {
  return { exitCode: EXIT.usage, lines: [...lines, ...SITE_USAGE] }
}
