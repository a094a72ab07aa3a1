import { expect, it } from 'vitest'
import { findCreditCodeFault } from './credit-code.ts'

it.each(['91350100M000100Y43', '91330100799655058B', '914403001922038216', '91110000802100433B'])(
  'accepts the published code %s',
  (code) => {
    expect(findCreditCodeFault(code)).toBeNull()
  },
)

it.each([
  ['91350100M000100Y4', '应为 18 位，现在是 17 位'],
  ['91350100M0O0100Y43', '只含数字与大写字母（没有 I、O、S、V、Z），第 3 至 8 位是数字'],
  ['9135010AM000100Y43', '只含数字与大写字母（没有 I、O、S、V、Z），第 3 至 8 位是数字'],
  ['91350100M000100Y34', '校验不符，请对照营业执照检查有无错位'],
  ['91350100M000010Y43', '校验不符，请对照营业执照检查有无错位'],
])('refuses %s: %s', (code, fault) => {
  expect(findCreditCodeFault(code)).toBe(fault)
})
