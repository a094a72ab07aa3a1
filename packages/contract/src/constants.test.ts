import { expect, it } from 'vitest'
import * as constants from './constants.ts'

/** Section 9 of the product specification, line by line. */
it.each([
  ['Token cookie lifetime: 7 days', constants.TOKEN_LIFETIME_MS, 7 * 24 * 60 * 60 * 1000],
  ['Request timeout: 36 s', constants.REQUEST_TIMEOUT_MS, 36_000],
  ['Code resend countdown: 60 s', constants.CODE_RESEND_SECONDS, 60],
  ['WeChat code validity: 60 s', constants.WECHAT_CODE_SECONDS, 60],
  ['WeChat code polled every 1 s', constants.WECHAT_POLL_MS, 1000],
  ['Toast display: 3 s', constants.TOAST_MS, 3000],
  ['Notice close fade: 500 ms', constants.NOTICE_FADE_MS, 500],
  ['Search page size: 10', constants.SEARCH_PAGE_SIZE, 10],
  ['First page: 1', constants.FIRST_PAGE, 1],
  ['Search shortcut: Ctrl+K', constants.SEARCH_SHORTCUT_KEY, 'k'],
  ['Mobile breakpoint: 1119 px', constants.MOBILE_BREAKPOINT_PX, 1119],
  ['Search flag breakpoint: 1500 px', constants.SEARCH_BREAKPOINT_PX, 1500],
  ['User block breakpoint: 1350 px', constants.USER_BLOCK_BREAKPOINT_PX, 1350],
  ['Toolbar appears after scroll: 150 px', constants.TOOLBAR_SCROLL_PX, 150],
  ['Toolbar offset: 20 px visible', constants.TOOLBAR_SHOWN_PX, 20],
  ['Toolbar offset: -80 px hidden', constants.TOOLBAR_HIDDEN_PX, -80],
  ['Progress percent: 2 decimals', constants.PROGRESS_DECIMALS, 2],
  ['Footer clock tick: 1 s', constants.CLOCK_TICK_MS, 1000],
  ['Category ids', constants.CATEGORY, { news: 32, research: 33, gem: 34, merchandise: 35 }],
  ['Login types', constants.LOGIN_TYPE, { account: 1, qq: 2, weibo: 3, gitee: 4, wechat: 5, github: 6 }],
  ['Default theme: light', constants.DEFAULT_THEME, 'light'],
  ['Image lazy load: one retry', constants.IMAGE_RETRIES, 1],
  ['Loading indicator min height of routed view: 80vh', constants.ROUTED_VIEW_MIN_HEIGHT, '80vh'],
])('%s', (_line, value, specified) => {
  expect(value).toEqual(specified)
})
