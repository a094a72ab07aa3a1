/**
 * Constants of the product specification, section 9. Each is named here and nowhere else. The module loads no schemas, because
 * web imports it.
 */

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Lifetime of a login token and of the cookie that carries it. */
export const TOKEN_LIFETIME_MS = 7 * DAY_MS
export const REQUEST_TIMEOUT_MS = 36 * SECOND_MS
/** Countdown of the button after an e-mail code was sent. */
export const CODE_RESEND_SECONDS = 60
export const WECHAT_CODE_SECONDS = 60
export const WECHAT_POLL_MS = 1 * SECOND_MS
export const TOAST_MS = 3 * SECOND_MS
/** Fade of the announcement bar after it is closed. */
export const NOTICE_FADE_MS = 500
export const SEARCH_PAGE_SIZE = 10
export const FIRST_PAGE = 1
/** Key of the search shortcut, with Ctrl, or Command on a Mac. */
export const SEARCH_SHORTCUT_KEY = 'k'
/** Narrower pages show a menu icon and a drawer. CSS px. */
export const MOBILE_BREAKPOINT_PX = 1119
/** Narrower pages show the header search as an icon. CSS px. */
export const SEARCH_BREAKPOINT_PX = 1500
/** Wider pages show the user block in the header. CSS px. */
export const USER_BLOCK_BREAKPOINT_PX = 1350
export const TOOLBAR_SCROLL_PX = 150
export const TOOLBAR_SHOWN_PX = 20
export const TOOLBAR_HIDDEN_PX = -80
export const PROGRESS_DECIMALS = 2
export const CLOCK_TICK_MS = 1 * SECOND_MS
export const IMAGE_RETRIES = 1
export const ROUTED_VIEW_MIN_HEIGHT = '80vh'

export const CATEGORY = { news: 32, research: 33, gem: 34, merchandise: 35 } as const
/**
 * Ours: the site's standing pages (fees, impartiality, questions …) are articles of this category, each identified by its key,
 * or by its title where upstream has no keys (`STANDING_PAGES`), so that an operator edits them like any article. General lists exclude them.
 */
export const PAGE_CATEGORY = 36
/** Title of a standing page's article → the route that shows it. */
export const STANDING_PAGES = {
  检测流程与范围: '/rangeDetail',
  检测仪器与方法: '/instrument',
  费用相关: '/notice/fees',
  公正性声明: '/statement',
  关于我们: '/about',
  机构介绍: '/about-gic',
  联系我们: '/contact-us',
  专家介绍: '/experts',
  加入我们: '/join-us',
  常见问题: '/question',
  '隐私与 Cookie 说明': '/privacy',
} as const
export type StandingPageTitle = keyof typeof STANDING_PAGES

export const LOGIN_TYPE = { account: 1, qq: 2, weibo: 3, gitee: 4, wechat: 5, github: 6 } as const
export type Theme = 'light' | 'dark'
export const DEFAULT_THEME: Theme = 'light'

/** Name of a site that has not set one. */
export const DEFAULT_SITE_NAME = '珠宝玉石检测机构'

/** Account id of the site's owner. */
export const OWNER_ID = '1'

/** Days before a closed account is erased; its owner may undo the closure until then. */
export const CLOSURE_DAYS = 7
export const CLOSURE_MS = CLOSURE_DAYS * DAY_MS
/** Days for which an unused upload is stored, because a draft in a browser may have pictures that no row names. */
export const UNUSED_UPLOAD_DAYS = 30
/** Age in days at which stored searches are deleted; hot searches cover this time. */
export const SEARCHES_KEPT_DAYS = 30
/** Maximum number of downloads of an account's data in a day. */
export const EXPORTS_A_DAY = 3
/** Name that replaces the writer's after an account was closed. */
export const CLOSED_NAME = '已注销用户'

/** Lifetime of an e-mailed code. */
export const EMAIL_CODE_MS = 5 * MINUTE_MS
/** Maximum size of a file for `/file/upload`, in bytes. */
export const UPLOAD_MAX_BYTES = 10 * 1024 * 1024
/** Longest time limit that any route sets for a body. */
export const UPLOAD_MAX_MS = 10 * MINUTE_MS

/** Header that our client sets on every call. A page of another site cannot set it: that needs a CORS preflight, which the site refuses. */
export const OWN_CALL_HEADER = 'x-requested-with'
export const ownCallHeaders = { [OWN_CALL_HEADER]: 'portal-web' } as const

/** Maximum length of an answer to feedback, in characters. */
export const FEEDBACK_ANSWER_MAX = 1000

export const PAGE_SIZE_DEFAULT = 10
export const PAGE_SIZE_MAX = 100

/** Values of `isPublish` of an article. */
export const PUBLISH_STATE = { offShelf: 0, published: 1, inReview: 2, draft: 3 } as const
/** Values of `readType` of an article. */
export const READ_TYPE = { open: 0, comment: 1, like: 2, code: 3 } as const

/**
 * Limits of one article's Markdown. The reference upstream refuses more with a message that names the limit. Each is about ten
 * times what a laboratory's longest article needs; a text at all limits takes upstream about 0.2 s of CPU.
 */
export const ARTICLE_LIMITS = {
  /** Characters (UTF-16 units). */
  chars: 200_000,
  /** Tokens of the parser: paragraphs, cells, emphasised words and the like. */
  tokens: 60_000,
  /** Cells of one table, including the empty ones that complete short rows. */
  cells: 5_000,
  /** Links and pictures together. */
  links: 2_000,
  /** Depth of nested lists; a quotation or an emphasis counts half a level. */
  levels: 20,
} as const
