import { expect, it } from 'vitest'
import { toUpstreamText } from '#lib/html/upstream-text.ts'
import { parsePlace, toConversation } from './comment-view.ts'

it.each([
  ['中国|云南省|昆明市|电信', '云南'],
  ['中国|北京市|北京市|联通', '北京'],
  ['中国|广西壮族自治区|南宁市', '广西'],
  ['中国|香港特别行政区|0', '香港'],
  ['中国|0|0', '中国'],
  ['缅甸|曼德勒|', '缅甸'],
  ['0|0|0|内网IP|内网IP', ''],
  [null, ''],
])('derives from the address %s the place %s', (address, place) => {
  expect(parsePlace(address)).toBe(place)
})

it('names the recipient of a reply unless it is the author above', () => {
  const { replies } = toConversation({
    id: 31,
    userId: 'a',
    content: '请问',
    children: [
      { id: 33, userId: 'c', replyUserId: 'b', replyNickname: '周观澜', content: '同问' },
      { id: 32, userId: 'b', replyUserId: 'a', replyNickname: '翡翠小记', content: '三天' },
    ],
  })
  expect(replies.map(({ answers }) => answers)).toEqual(['周观澜', null])
})

it('shows an element that was typed as text, and no element', () => {
  const typed = 'n<1.62 的 <script>alert(1)</script> <!-- x -->'
  const { html } = toConversation({ id: 31, userId: 'a', content: toUpstreamText(typed), children: [] })
  const box = document.createElement('div')
  box.innerHTML = html
  expect(box.textContent).toBe(typed)
  expect(box.children).toHaveLength(0)
})
