import { MINUTE_MS } from '../constants.ts'

/** Where readers of an article came from, besides named hosts. */
export const VIEW_SOURCES = {
  self: '站内',
  none: '直接',
  search: '搜索引擎',
  wechat: '微信',
  other: '其他',
} as const
export type ViewSource = keyof typeof VIEW_SOURCES

/** Days that the figures of an article show. */
export const VIEW_DAYS = 30
/** Named hosts that are shown; the others are added up. */
export const VIEW_HOSTS_MAX = 15
/** Views of one day from which a host is named: fewer might tell who read. */
export const VIEW_HOST_FROM = 3
/** Time within which one tab counts once. */
export const VIEW_REPEAT_MS = 30 * MINUTE_MS
