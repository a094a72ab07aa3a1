/** What the grader is shown of a site: the answer of its front page over https, and what http leads to. */
export interface GradedSite {
  /** Address of the page, as a browser has it in the end. */
  url: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  html: string
  /** `Set-Cookie` lines of everything that was visited. */
  cookies: readonly string[]
  /** Where each step from `http://` led to, until there was no further redirect. */
  redirects: readonly string[]
}

export interface Grade {
  score: number
  grade: string
  /** Points of each rule; 0 for «as it should be». */
  points: Readonly<Record<string, number>>
}

/**
 * Mozilla's HTTP Observatory, as its grader publishes the rules (github.com/mdn/mdn-http-observatory, `src/grader` and
 * `src/analyzer`, read on 2026-11-21): 100 points, less what each test takes away; what tests add counts only where 90
 * are left. Scores count in steps of 5. Written anew after the rules; what a site like ours cannot meet (a `<meta>` policy,
 * a broken certificate) is left out, and so is what depends on lists of others (preloaded sites).
 */
export function gradeSite(site: GradedSite): Grade {
  const points = Object.fromEntries(Object.entries(RULES).map(([name, rule]) => [name, rule(site)]))
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const lost = sum(Object.values(points).filter((number) => number < 0))
  const isRewarded = 100 + lost >= 90
  const score = Math.max(0, isRewarded ? 100 + sum(Object.values(points)) : 100 + lost)
  return { score, grade: GRADES[Math.min(100, score - (score % 5))] ?? 'F', points }
}

const GRADES: Readonly<Record<number, string>> = {
  ...{ 100: 'A+', 95: 'A', 90: 'A', 85: 'A-', 80: 'B+', 75: 'B', 70: 'B', 65: 'B-' },
  ...{ 60: 'C+', 55: 'C', 50: 'C', 45: 'C-', 40: 'D+', 35: 'D', 30: 'D', 25: 'D-' },
}

type Rule = (site: GradedSite) => number

const RULES: Readonly<Record<string, Rule>> = {
  'content-security-policy': ratePolicy,
  cookies: rateCookies,
  'cross-origin-resource-sharing': rateSharing,
  redirection: rateRedirects,
  'referrer-policy': rateReferrer,
  'strict-transport-security': rateHsts,
  'subresource-integrity': rateIntegrity,
  'x-content-type-options': ({ headers }) => (textOf(headers, 'x-content-type-options') === 'nosniff' ? 0 : -5),
  'x-frame-options': rateFrames,
  'cross-origin-resource-policy': rateResourcePolicy,
}

function textOf(headers: GradedSite['headers'], name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value?.trim().toLowerCase()
}

/** Directives and their sources; `null` for a policy that cannot be read: a directive stands in it twice. */
function readPolicy(text: string | undefined): Map<string, string[]> | null {
  const policy = new Map<string, string[]>()
  for (const part of text?.split(';') ?? []) {
    const [name, ...sources] = part.trim().split(/\s+/)
    if (!name) continue
    if (policy.has(name)) return null
    policy.set(name, sources.length === 0 && name.endsWith('-src') ? ["'none'"] : sources)
  }
  return policy
}

const BROAD = new Set(['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*'])
const PASSIVE = ['img-src', 'media-src']
const isHash = (source: string) => /^'(?:sha(?:256|384|512)|nonce)-/.test(source)
const isInline = (source: string) => source === "'unsafe-inline'" || source === 'data:'
const isPlainHttp = (source: string) => /^(?:http|ftp):/.test(source)

function ratePolicy({ headers }: GradedSite): number {
  const policy = readPolicy(textOf(headers, 'content-security-policy'))
  if (!policy || policy.size === 0) return -25
  const sources = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*']
  // Browsers that know hashes pay no heed to 'unsafe-inline' beside them.
  const script = sources('script-src')
  const scripts = script.some(isHash) ? script.filter((source) => source !== "'unsafe-inline'") : script
  if (scripts.some((source) => BROAD.has(source) || isInline(source))) return -20
  if (sources('object-src').some((source) => BROAD.has(source))) return -20
  const active = [...policy].filter(([name]) => !PASSIVE.includes(name)).flatMap(([, list]) => list)
  if (active.some(isPlainHttp)) return -20
  const styles = sources('style-src')
  if ([...scripts, ...styles].includes("'unsafe-eval'")) return -10
  if (PASSIVE.flatMap(sources).some(isPlainHttp)) return -10
  if (styles.some((source) => BROAD.has(source) || isInline(source))) return 0
  return policy.get('default-src')?.join() === "'none'" ? 10 : 5
}

function rateCookies({ cookies, headers }: GradedSite): number {
  const hasHsts = rateHsts({ headers } as GradedSite) === 0
  const found = cookies.map((line) => {
    const [pair = '', ...flags] = line.split(';').map((part) => part.trim().toLowerCase())
    const site = flags.find((flag) => flag.startsWith('samesite='))?.slice('samesite='.length)
    const name = pair.split('=')[0] ?? ''
    return { flags, site, isSession: /login|sess/.test(name), isCsrf: name.includes('csrf') }
  })
  const worst = found.map(({ flags, site, isSession, isCsrf }) => {
    const isSecure = flags.includes('secure')
    const unsafe = isSession ? [-10, -40] : [-5, -20]
    return Math.min(
      isSecure ? 0 : ((hasHsts ? unsafe[0] : unsafe[1]) ?? 0),
      isSession && !flags.includes('httponly') ? -30 : 0,
      isCsrf && !site ? -20 : 0,
      site && !['lax', 'strict', 'none'].includes(site) ? -20 : 0,
      site === 'none' && !isSecure ? -20 : 0,
    )
  })
  const least = Math.min(0, ...worst)
  if (least < 0 || found.length === 0) return least
  return found.every(({ site }) => site) ? 5 : 0
}

/** Nothing is lost by letting anybody read what is public; but never together with a login. */
function rateSharing({ headers }: GradedSite): number {
  const isOpen = textOf(headers, 'access-control-allow-origin') !== undefined
  return isOpen && textOf(headers, 'access-control-allow-credentials') === 'true' ? -50 : 0
}

function rateRedirects({ url, redirects }: GradedSite): number {
  const [first, ...others] = redirects.map((address) => new URL(address))
  if (!first) return -20
  const last = others.at(-1) ?? first
  if (last.protocol !== 'https:') return -20
  if (first.protocol !== 'https:') return -10
  return first.hostname === new URL(url).hostname ? 0 : -5
}

const PRIVATE = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']
const OPEN = ['origin', 'origin-when-cross-origin', 'unsafe-url', 'no-referrer-when-downgrade']

function rateReferrer({ headers }: GradedSite): number {
  const text = textOf(headers, 'referrer-policy')
  if (text === undefined) return 0
  const known = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => [...PRIVATE, ...OPEN].includes(part))
  return PRIVATE.includes(known.at(-1) ?? '') ? 5 : -5
}

/** Half a year as most sites write it: 180 days. */
const HSTS_LEAST_SECONDS = 15_552_000

function rateHsts({ headers }: GradedSite): number {
  const text = textOf(headers, 'strict-transport-security')
  const seconds = text?.includes(',') ? undefined : /(?:^|;)\s*max-age=(\d+)/.exec(text ?? '')?.[1]
  if (seconds === undefined) return -20
  return Number(seconds) >= HSTS_LEAST_SECONDS ? 0 : -10
}

function rateIntegrity({ html }: GradedSite): number {
  const scripts = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]*)"[^>]*>/g)]
  const foreign = scripts.filter(([, source = '']) => /^(?:https?:)?\/\//.test(source))
  const isKept = (tag: string) => /\bintegrity=/.test(tag)
  if (foreign.length === 0) return scripts.length > 0 && scripts.every(([tag]) => isKept(tag)) ? 5 : 0
  if (foreign.some(([, source = '']) => !source.startsWith('https:')))
    return foreign.every(([tag]) => isKept(tag)) ? -20 : -50
  return foreign.every(([tag]) => isKept(tag)) ? 5 : -5
}

function rateFrames({ headers }: GradedSite): number {
  if (readPolicy(textOf(headers, 'content-security-policy'))?.has('frame-ancestors')) return 5
  return ['deny', 'sameorigin'].includes(textOf(headers, 'x-frame-options') ?? '') ? 0 : -20
}

function rateResourcePolicy({ headers }: GradedSite): number {
  const text = textOf(headers, 'cross-origin-resource-policy')
  if (text === undefined || text === 'cross-origin') return 0
  return text === 'same-origin' || text === 'same-site' ? 10 : -5
}
