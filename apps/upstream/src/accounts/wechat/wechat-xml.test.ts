import { startThreadClock } from '@portal/server/testing/thread-clock.ts'
import { expect, it } from 'vitest'
import { readWechatXml, writeWechatReply } from './wechat-xml.ts'

it('reads a message in the format of the platform', () => {
  const members = readWechatXml(`<xml>
    <ToUserName><![CDATA[gh_1]]></ToUserName>
    <CreateTime>1348831860</CreateTime>
    <Content><![CDATA[a < b & <c> ] ]> 翡翠]]></Content>
    <Empty><![CDATA[]]></Empty>
  </xml>`)
  expect(members && Object.fromEntries(members)).toEqual({
    ToUserName: 'gh_1',
    CreateTime: '1348831860',
    Content: 'a < b & <c> ] ]> 翡翠',
    Empty: '',
  })
  expect(readWechatXml('<xml></xml>')?.size).toBe(0)
})

it.each([
  ['an entity declaration', '<!DOCTYPE xml [<!ENTITY a "b">]><xml><Content>&a;</Content></xml>'],
  ['an entity', '<xml><Content>&lt;</Content></xml>'],
  ['an XML declaration', '<?xml version="1.0"?><xml><Content>a</Content></xml>'],
  ['an attribute', '<xml><Content a="b">c</Content></xml>'],
  ['nesting', '<xml><Content><b>c</b></Content></xml>'],
  ['a member twice', '<xml><Content>a</Content><Content>b</Content></xml>'],
  ['a comment', '<xml><!-- a --><Content>a</Content></xml>'],
  ['two texts in one member', '<xml><Content><![CDATA[a]]><![CDATA[b]]></Content></xml>'],
  ['a mismatched end tag', '<xml><Content>a</Contents></xml>'],
  ['content after the end', '<xml><Content>a</Content></xml><xml></xml>'],
  ['no XML', 'DL123456'],
  ['an empty text', ''],
])('rejects %s', (_title, xml) => {
  expect(readWechatXml(xml)).toBeUndefined()
})

it('rejects the longest invalid text quickly', () => {
  for (const xml of [
    `<xml>${' '.repeat(16_000)}</xml>`,
    `<xml><a>${'<![CDATA['.repeat(1700)}</xml>`,
    `<xml>${'<a>'.repeat(5000)}</xml>`,
    `<xml><a><![CDATA[${']'.repeat(16_000)}</xml>`,
  ]) {
    const spentMs = startThreadClock()
    expect(readWechatXml(xml)).toBeUndefined()
    expect(spentMs()).toBeLessThan(2000)
  }
})

it('writes a reply whose content cannot end a CDATA section', () => {
  const xml = writeWechatReply({
    toUserName: 'a]]><b/>',
    fromUserName: 'gh_1',
    createdAt: 1_741_363_200_999,
    content: '一]]></Content><MsgType>x</MsgType>',
  })
  expect(xml).toContain('<CreateTime>1741363200</CreateTime>')
  expect(xml).toContain('<ToUserName><![CDATA[a]]]]><![CDATA[><b/>]]></ToUserName>')
  expect(xml).toContain('<![CDATA[一]]]]><![CDATA[></Content><MsgType>x</MsgType>]]>')
})
