import unhomoglyph from 'unhomoglyph'

/** Traditional forms of the characters in the words below. */
const SIMPLIFIED: Readonly<Record<string, string>> = {
  檢: '检',
  測: '测',
  員: '员',
  鑑: '鉴',
  鑒: '鉴',
  師: '师',
  務: '务',
  網: '网',
  證: '证',
  質: '质',
  寶: '宝',
  編: '编',
  輯: '辑',
  審: '审',
  統: '统',
  級: '级',
  長: '长',
  臺: '台',
  註: '注',
  銷: '销',
  戶: '户',
  線: '线',
}

/**
 * Folds a name to what it looks like: without compatibility forms (full width, circled), case, accents, spaces,
 * punctuation, symbols and invisible characters. Look-alikes become one character (Unicode confusables; `l`, `1` and
 * `i` too).
 */
export function foldName(name: string): string {
  const shown = (text: string) => text.normalize('NFKD').toLowerCase()
  return shown(unhomoglyph(shown(name)))
    .replace(/\p{Default_Ignorable_Code_Point}|[^\p{Letter}\p{Number}]/gu, '')
    .replace(/l/g, 'i')
    .replace(/./gu, (character) => SIMPLIFIED[character] ?? character)
}

const foldNames = (...words: string[]) => words.map(foldName)

/** Words that may occur nowhere in a name. `shiheng` alone may: it is a common given name (世恒, 诗恒) in Latin letters. */
const WITHIN = foldNames('石衡', '检测中心', '工作人员', 'shihengjiance', 'shihenglab', 'shihenggem', 'shihengofficial')
/** Words that a name may neither begin nor end with: 「石小姐客服」 would speak for the organisation. */
const AT_AN_END = foldNames('官方', '客服')
/** Words that a name may end with but not begin with: 「图书管理员」 is a profession. */
const AT_THE_START = foldNames('管理员', '站长')
/** Words that are reserved as a whole name, with or without digits. A gemmologist may be called 「鉴定师小王」. */
const ALONE = foldNames(
  ...[
    '超级管理员',
    '系统管理员',
    '网站管理员',
    '本站管理员',
    '鉴定师',
    '检测师',
    '检测员',
    '质检员',
    '审核员',
    '编辑',
    '小编',
  ],
  ...['系统', '系统通知', '系统消息', '本站', '网站', '平台', '版主', '用户', '匿名用户', '已注销用户', 'shiheng'],
  ...['admin', 'administrator', 'root', 'system', 'official', 'staff', 'support', 'moderator', 'webmaster'],
)
/** Additions that make a name look like a colleague's. */
const TITLES = foldNames('老师', '工程师', '鉴定师', '检测师', '检测员', '主任', '博士', '本人', '官方', '客服').join(
  '|',
)
const TITLE = new RegExp(`^(?:${TITLES})+|(?:${TITLES})+$`, 'g')
/** Marks that look like a badge. */
const BADGE_MARKS = /[🪪📛✓✔☑✅🗸🗹ⓥⓋ🅥🆅🛡🎖🏅🔰]/u

/** Removes digits at both ends. Runs before folding, which turns some digits into letters. */
const stripDigits = (name: string) => foldName(name.normalize('NFKC').replace(/^\P{Letter}+|\P{Letter}+$/gu, ''))
const stripTitles = (seen: string) => seen.replace(TITLE, '')

export interface OwnNames {
  /** Name of the organisation, as the site shows it. */
  site: string
  /** Names of other members of the staff, present and former. */
  staff: readonly string[]
}

/** Returns whether readers would take a name for the organisation, a member of its staff, or a staff badge. */
export function isReservedName(name: string, { site, staff }: OwnNames): boolean {
  const folded = foldName(name)
  const stripped = stripDigits(name)
  const siteName = foldName(site)
  return (
    BADGE_MARKS.test(name) ||
    WITHIN.some((word) => folded.includes(word)) ||
    (siteName !== '' && folded.includes(siteName)) ||
    AT_AN_END.some((word) => stripped.startsWith(word) || stripped.endsWith(word)) ||
    AT_THE_START.some((word) => stripped.startsWith(word)) ||
    ALONE.includes(stripped) ||
    staff
      .map(foldName)
      .some((staffName) => staffName !== '' && [folded, stripTitles(folded), stripTitles(stripped)].includes(staffName))
  )
}
