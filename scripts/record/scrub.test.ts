import { describe, expect, it } from 'vitest'
import type { Recorded } from './recording.ts'
import { scrubAnswers } from './scrub.ts'

function scrubOne(call: Recorded['call'], answer: object): { message: string; data: unknown } {
  const recorded: Recorded = { call, input: {}, isOwn: false, status: 200, answer }
  return scrubAnswers([recorded], new Map())[0]?.answer as { message: string; data: unknown }
}
const scrubMessage = (message: string) => scrubOne('GET /v1/', { code: 200, message, data: null, extra: {} }).message

describe('a recorded text', () => {
  it.each([
    ['手机.13912345678 联系', '13912345678'],
    ['手机 １３９１２３４５６７８', '１３９１２３４５６７８'],
    ['手机 139.1234.5678', '139.1234.5678'],
    ['手机 139\u200b1234\u200b5678', '5678'],
    ['手机 139&nbsp;1234&nbsp;5678', '5678'],
    ['座机 02062345678', '62345678'],
    ['编号.53010219900307123X', '19900307'],
    ['sfz53010219900307123X', '19900307'],
    ['卡 6222 0212 3456 7890 123', '7890'],
    ['来自 218.63.75.91.', '218.63.75.91'],
    ['邮箱 lin&#64;stone-mail.cn', 'stone-mail'],
    ['邮箱 lin%40stone-mail.cn', 'stone-mail'],
    ['邮箱 lin＠stone-mail.cn', 'stone-mail'],
    ['https://lin:hunter2@10.0.0.1/', 'hunter2'],
    ['https://x.test/?api_key=hunter2&a=1', 'hunter2'],
    ['https://x.test/;jsessionid=HUNTER2', 'HUNTER2'],
    ['https://x.test/?sign=hunter2', 'hunter2'],
    ['client_secret=hunter2', 'hunter2'],
    ['Authorization: Bearer hunter2hunter2', 'hunter2'],
    ['密码：hunter2', 'hunter2'],
    ['钥匙 gp_abcdefghijklmnopqrstuv', 'abcdefghij'],
    ['微信号是lin_zhiwei88', 'lin_zhiwei88'],
    ['wx: lin_zhiwei88', 'lin_zhiwei88'],
  ])('contains no personal data in other spellings: %s', (text, part) => {
    expect(scrubMessage(text)).not.toContain(part)
  })

  it('keeps measures, versions and hexadecimal names', () => {
    const text =
      '折射率 1.762-1.770，密度 4.00，版本 122.0.0.0，0.13912345678，重 3.21 ct，2026-10-03 07:41:09，e3b0c442，@lin'
    expect(scrubMessage(text)).toBe(text)
  })
})

describe('a number in place of a text', () => {
  it('is replaced like the text', () => {
    const data = { id: 13912345678, nickname: 13912345678, registerTime: 1690000000000, articleCount: 13912345678 }
    const answer = scrubOne('GET /v1/user/info', { code: 200, message: '', data, extra: {} })
    expect(JSON.stringify(answer)).not.toMatch(/13912345678|1690000000000/)
    const plain = { ...data, id: 7, articleCount: 12 }
    expect(scrubOne('GET /v1/user/info', { code: 200, message: '', data: plain, extra: {} }).data).toMatchObject({
      id: 7,
      articleCount: 12,
    })
  })
})
