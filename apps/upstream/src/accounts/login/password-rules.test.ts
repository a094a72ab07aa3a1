import { startThreadClock } from '@portal/server/testing/thread-clock.ts'
import { expect, it } from 'vitest'
import { checkNewPassword } from './password-rules.ts'

const owner = { email: 'zhiwei.lin@example.test', nickname: '林知微' }

function findFault(password: string): string | undefined {
  try {
    checkNewPassword(password, owner)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

it.each([
  ['a', '密码至少 8 个字符'],
  ['七个字的密码呀', '密码至少 8 个字符'],
  ['a'.repeat(257), '密码最多 256 个字符'],
  ['12345678', '太常见'],
  ['Passw0rd', '太常见'],
  ['a123456789', '太常见'],
  ['woaini1314', '常见词'],
  ['aaaaaaaaaaaa', '重复'],
  ['19901231', '日期'],
  ['shiheng123', '常见词'],
  ['zhiwei.lin', '邮箱'],
  ['林知微林知微林知微', '重复'],
])('refuses %s with a reason', (password, reason) => {
  expect(findFault(password)).toContain(reason)
})

it.each([
  'correct-horse-battery',
  'x7Kd92mq',
  '翡翠手镯好看吗呀',
  'zaiwan9dian',
  '春眠不觉晓处处闻啼鸟',
  `${'e\u0301'.repeat(3)}kr92xq`,
])('accepts %s', (password) => expect(findFault(password)).toBeUndefined())

it('checks the slowest passwords of the maximum length quickly', () => {
  const slow = ['1', '19901231', '@4(3|_l0', '石衡检测', 'PaSsWoRd1'].map((part) => part.repeat(256).slice(0, 256))
  const spentMs = startThreadClock()
  for (let round = 0; round < 10; round += 1) for (const password of slow) findFault(password)
  // Time of 50 passwords. Without the limits a single one takes up to 0.6 s.
  expect(spentMs()).toBeLessThan(2000)
})
