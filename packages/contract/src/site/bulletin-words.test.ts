import { expect, it } from 'vitest'
import { countBulletin, describeBulletin, dropBulletinLinks, listBulletinLinks } from './bulletin-words.ts'
import { findTextFault } from './site-rules.ts'

const HTML = '元旦<b>休息</b>，见<a href="/p/day?a=1&amp;b=2"><b>通知</b></a> &amp; <a href="https://a.cn">附件</a>'

it('describes a bulletin without tags, also one that is cut', () => {
  expect(describeBulletin(HTML)).toBe(
    '元旦休息（加粗），见通知（加粗）（链接到 /p/day?a=1&b=2） & 附件（链接到 https://a.cn）',
  )
  expect(describeBulletin("<a href='/p/old'>旧</a>")).toBe('旧（链接到 /p/old）')
  expect(describeBulletin('<p>见<a href="/sta')).toBe('见')
})

it('lists the links to pages of this site', () => {
  expect(listBulletinLinks(HTML)).toEqual(['/p/day?a=1&b=2'])
  expect(listBulletinLinks('<a href=\'/p/old\' title="旧">旧</a>')).toEqual(['/p/old'])
})

it('drops links by their address and keeps their words', () => {
  const rest = '&amp; <a href="https://a.cn">附件</a>'
  expect(dropBulletinLinks(HTML, ['/p/day?a=1&b=2'])).toBe(`元旦<b>休息</b>，见<b>通知</b> ${rest}`)
  expect(dropBulletinLinks(HTML, ['/p/day'])).toBe(HTML)
})

it('counts what readers see, and limits it as well as the tags', () => {
  expect(countBulletin('<b>甲</b>&amp;乙')).toBe(3)
  expect(findTextFault('bulletin', `<b>${'字'.repeat(500)}</b>`, 0)).toBeNull()
  expect(findTextFault('bulletin', '字'.repeat(501), 0)).toBe('不超过 500 字')
  expect(findTextFault('bulletin', '<b>字</b>'.repeat(300), 0)).toBe('加粗与链接太多，请减少几处')
})
