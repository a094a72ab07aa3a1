import { expect, it } from 'vitest'
import { memberName } from './member-names.ts'

it.each([
  ['site.save', 'weekHours', '营业时间'],
  ['article.save', 'summary', '摘要'],
  ['site.save', 'summary', '简介'],
  ['signatory.add', 'title', '职称'],
  ['content.schedule', 'title', '标题'],
  ['ticket.update', 'unheard', 'unheard'],
])('of %s, %s is shown as %s', (action, member, name) => {
  expect(memberName(action, member)).toBe(name)
})
