import type { ViewSource } from '@portal/contract/articles/article-view-rules.ts'

/** Names by which programs that read pages call themselves. */
const ROBOT =
  /bot[/;),]|spider|crawl|slurp|headless|lighthouse|curl|wget|python|java\/|go-http|okhttp|node-fetch|axios|phantom/i
/** Search engines of China and the world, with their addresses for phones. */
const SEARCH =
  /^(?:(?:www|m|wap|cn|image|images)\.)?(?:baidu\.com|so\.com|sogou\.com|sm\.cn|bing\.com|yandex\.(?:com|ru)|duckduckgo\.com|ecosia\.org|google\.[a-z]{2,3}(?:\.[a-z]{2})?|(?:\w+\.)?search\.yahoo\.(?:com|co\.jp))$|^(?:quark|so)\.(?:sm\.cn|toutiao\.com)$/
const WECHAT = /(?:^|\.)(?:weixin\.qq\.com|servicewechat\.com|weixinbridge\.com)$|^com\.tencent\.mm$/
const HOST = /^(?=.*[a-z])[a-z\d-]+(?:\.[a-z\d-]+)+$/
const HOST_PREFIX = /^(?:www|m)\.(?=.+\.)/

/** Returns whether a program calls itself a robot, or nothing at all. */
export const isRobot = (userAgent: string): boolean => userAgent === '' || ROBOT.test(userAgent)

/**
 * Names where a reader came from: a group, or the host of the page.
 * @param from host that the browser names, `self` for this site, empty for none
 */
export function toViewSource(from: string, userAgent: string): ViewSource | (string & {}) {
  if (from === 'self') return 'self'
  // WeChat's browser names no page.
  if (from === '') return /MicroMessenger/i.test(userAgent) ? 'wechat' : 'none'
  if (WECHAT.test(from)) return 'wechat'
  if (SEARCH.test(from)) return 'search'
  // A name without a dot belongs to an inner network, and an address might be a reader's.
  return HOST.test(from) ? from.replace(HOST_PREFIX, '') : 'other'
}
