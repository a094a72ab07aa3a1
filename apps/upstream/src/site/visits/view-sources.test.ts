import { expect, it } from 'vitest'
import { isRobot, toViewSource } from './view-sources.ts'

const PHONE = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36'

it.each([
  ['self', 'self'],
  ['', 'none'],
  ['www.baidu.com', 'search'],
  ['m.baidu.com', 'search'],
  ['cn.bing.com', 'search'],
  ['www.google.com.hk', 'search'],
  ['m.sm.cn', 'search'],
  ['so.toutiao.com', 'search'],
  ['tieba.baidu.com', 'tieba.baidu.com'],
  ['notbaidu.com', 'notbaidu.com'],
  ['www.baidu.com.attacker.example', 'baidu.com.attacker.example'],
  ['mp.weixin.qq.com', 'wechat'],
  ['com.tencent.mm', 'wechat'],
  ['www.zhihu.com', 'zhihu.com'],
  ['m.weibo.cn', 'weibo.cn'],
  ['intranet', 'other'],
  ['192.168.1.7', 'other'],
  ['-..-', 'other'],
  ['other', 'other'],
  ['end', 'other'],
])('a reader from %j came from %s', (from, source) => {
  expect(toViewSource(from, PHONE)).toBe(source)
})

it('a reader in WeChat, whose browser names no page, came from WeChat', () => {
  expect(toViewSource('', `${PHONE} MicroMessenger/8.0.50`)).toBe('wechat')
  expect(toViewSource('self', `${PHONE} MicroMessenger/8.0.50`)).toBe('self')
})

it.each([
  'Mozilla/5.0 (compatible; Baiduspider-render/2.0; +http://www.baidu.com/search/spider.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (compatible; bingbot/2.0) Chrome/120.0 Safari/537.36',
  'Mozilla/5.0 (compatible; Bytespider; spider-feedback@bytedance.com)',
  'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/120.0 Safari/537.36',
  'curl/8.5.0',
  '',
])('%j is a robot', (agent) => {
  expect(isRobot(agent)).toBe(true)
})

it.each([
  PHONE,
  'Mozilla/5.0 (iPhone; CPU iPhone OS 15_4 like Mac OS X) AppleWebKit/605.1.15 Version/15.4 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:115.0) Gecko/20100101 Firefox/115.0',
  'Mozilla/5.0 (Linux; Android 13; CUBOT X50) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36',
])('%j is a reader', (agent) => {
  expect(isRobot(agent)).toBe(false)
})
