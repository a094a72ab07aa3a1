import { expect, it } from 'vitest'
import { isAddressAllowed, readAddressRange } from './address-ranges.ts'

it('describes the fault of a range', () => {
  expect(
    [
      '203.0.113',
      '203.0.113.256',
      '203.0.113.07',
      '2001:db8:::',
      '1:2:3:4:5:6:7',
      '1::2::3',
      '10.0.0.0/8/8',
      'shop.cn',
    ].map((text) => typeof readAddressRange(text)),
  ).toEqual(Array.from({ length: 8 }, () => 'string'))
  expect(readAddressRange('203.0.113.5/24')).toBe('“203.0.113.5/24”不是网段的起始地址，应写作 203.0.113.0/24')
  expect(readAddressRange('2001:db8::5/48')).toBe('“2001:db8::5/48”不是网段的起始地址，应写作 2001:db8::/48')
  expect(readAddressRange('203.0.113.0/33')).toBe('“203.0.113.0/33”的掩码长度应为 1 至 32')
  expect(readAddressRange('0.0.0.0/0')).toBe('“0.0.0.0/0”是全部地址；不限地址时请留空')
})

it('allows any address when there are no ranges, and otherwise only addresses inside one', () => {
  expect(isAddressAllowed('198.51.100.1', '')).toBe(true)
  expect(isAddressAllowed('198.51.100.1', '198.51.100.1')).toBe(true)
  expect(isAddressAllowed('198.51.100.2', '198.51.100.1')).toBe(false)
  expect(isAddressAllowed('::ffff:198.51.100.1', '198.51.100.0/30')).toBe(true)
  expect(isAddressAllowed('2001:db8::1', '2001:db8::/127\n198.51.100.0/24')).toBe(true)
  expect(isAddressAllowed('nobody', '198.51.100.0/24')).toBe(false)
})
