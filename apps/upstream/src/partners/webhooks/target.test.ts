import { expect, it } from 'vitest'
import { targetFrom } from './target.ts'

it.each([
  ['https://shop.example.cn/hooks?k=1', 'https://shop.example.cn/hooks?k=1'],
  ['https://shop.example.cn:443/', 'https://shop.example.cn/'],
  ['https://珠宝.example/in#part', 'https://xn--pbt977c.example/in'],
])('accepts %s', (text, stored) => {
  expect(targetFrom(text)).toBe(stored)
})

it.each([
  ...['http://shop.example.cn/', 'ftp://shop.example.cn/', 'shop.example.cn', 'https://', ''],
  ...['https://shop.example.cn:8443/', 'https://user@shop.example.cn/', 'https://u:p@shop.example.cn/'],
  ...['https://8.8.8.8/', 'https://2130706433/', 'https://0x7f.1/', 'https://[::1]/', 'https://[::ffff:8.8.8.8]/'],
  ...['https://localhost/', 'https://shop.example.cn./', 'https://.cn/'],
])('refuses %s', (text) => {
  expect(() => targetFrom(text)).toThrow()
})
