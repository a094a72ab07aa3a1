import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addSignatory, saveMark } from '@portal/contract/accounts/signatories.ts'
import { BULK_ACTIONS } from '@portal/contract/articles/article-shapes.ts'
import { ContentForm } from '@portal/contract/articles/content.ts'
import { getActionName, getGroupName } from '@portal/contract/audit/action-words.ts'
import {
  buildSearchText,
  findCallArea,
  formatChanges,
  formatTargetName,
  getKindName,
} from '@portal/contract/audit/entry-words.ts'
import { getMemberName } from '@portal/contract/audit/member-words.ts'
import { describeMemberValue } from '@portal/contract/audit/value-words.ts'
import { calls } from '@portal/contract/calls.ts'
import { exportDeskCsv } from '@portal/contract/certificates/desk/desk-exports.ts'
import { addPartner } from '@portal/contract/partners/partners.ts'
import { DEMO_KINDS } from '@portal/contract/site/demo.ts'
import { SITE_GROUPS } from '@portal/contract/site/site-settings.ts'
import { expect, it } from 'vitest'

const SOURCE = join(import.meta.dirname, '../..')
/** Members that belong to other logs: those of tables of files, and of settings of the command. */
const LEFT_OUT =
  /^(?:testing|certificates\/(?:import|saved)|community\/chat|accounts\/notices|platform\/push|site\/demo)\//

const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !LEFT_OUT.test(name))
  .map((name) => readFileSync(join(SOURCE, name), 'utf8'))
const listLiterals = (pattern: RegExp) => [
  ...new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, literal = '']) => literal))),
]
const isChinese = (text: string) => /\p{Script=Han}|^QQ$/u.test(text)

it('has a Chinese word for every action and its group', () => {
  const ofCalls = Object.values(calls).flatMap((call) => ('audit' in call && call.audit ? [call.audit as string] : []))
  const own = listLiterals(/\baction: '([a-z]\w*(?:\.\w+)?)'/g)
  expect(own).toContain('audit.accept')
  const all = [...ofCalls, ...own.filter((action) => action.includes('.')), 'access']
  expect(all.filter((action) => !isChinese(getActionName(action)) || !isChinese(getGroupName(action)))).toEqual([])
})

it('has a Chinese word for every kind of thing that is recorded', () => {
  const kinds = listLiterals(/\bkind: '(\w+)', id\b/g)
  expect(kinds).toContain('certificate')
  expect([...kinds, 'category', 'tag', 'demo', 'export'].filter((kind) => !isChinese(getKindName(kind)))).toEqual([])
})

it('has a Chinese word for every member that is recorded', () => {
  const literal = listLiterals(/\bmember: '(\w+)', (?:before|\.\.\.)/g)
  expect(literal).toContain('reason')
  const named: [string, readonly string[]][] = [
    ['ticket.update', literal],
    ['article.save', Object.keys(ContentForm.properties)],
    ['article.bulk', BULK_ACTIONS],
    ['demo.remove', DEMO_KINDS],
    ['certificate.export', Object.keys(exportDeskCsv.query.properties)],
    ['partner.change', Object.keys(addPartner.body.properties)],
    ['signatory.add', Object.keys(addSignatory.body.properties).filter((name) => name !== 'personId')],
    ['mark.save', Object.keys(saveMark.body.properties).filter((name) => name !== 'version')],
    ['site.save', Object.values(SITE_GROUPS).flatMap((group) => Object.keys(group))],
  ]
  const missing = named.flatMap(([action, members]) =>
    members.filter((member) => !isChinese(getMemberName(action, member))).map((member) => `${action} ${member}`),
  )
  expect(missing).toEqual([])
})

it('names what a refused call is about, whatever call of staff it is', () => {
  const ofStaff = Object.values(calls).filter((call) => call.access === 'staff' && call.path.startsWith('/v1/manage/'))
  const paths = ofStaff.map((call) => `${call.method} ${call.path.replace(/\{(\w+)\}/g, ':$1')}`)
  expect(paths.length).toBeGreaterThan(50)
  expect(paths.filter((path) => findCallArea(path) === undefined)).toEqual([])
  const refusal = { targetKind: 'call', targetId: 'PUT /v1/manage/articles/:id/draft', targetName: null }
  expect(formatTargetName(refusal)).toBe('文章')
})

it('names the settings of the site, with their version', () => {
  const settings = { targetKind: 'site', targetId: 'settings' }
  expect(formatTargetName({ ...settings, targetName: null })).toBe('站点设置')
  expect(formatTargetName({ ...settings, targetName: '版本 5' })).toBe('站点设置，版本 5')
})

it('searches through no NUL, which PostgreSQL does not store', () => {
  const target = { targetKind: 'ticket', targetId: '1042', targetName: '甲\0乙' }
  const entry = { ...target, actorName: '沈砚秋', action: 'ticket.note', changes: [], reason: null }
  expect(buildSearchText(entry)).toContain('甲 乙')
})

it.each([
  ['site.save', 'weekHours', JSON.stringify([...Array(5).fill([['9:00', '17:00']]), [], []]), '周一至周五 9:00–17:00'],
  ['site.save', 'weekHours', '[[["08:30","17:30"]],…', '内容较多，见“站点”的修改历史'],
  ['site.save', 'hidesClock', 'true', '不显示'],
  ['site.save', 'phone', '0871-65123456', '0871-65123456'],
  ['user.disable', 'state', 'disabled', '停用'],
  ['ticket.update', 'state', 'waiting', '等对方回复'],
  ['article.save', 'state', 'offShelf', '已下架'],
  ['article.save', 'isStick', '1', '是'],
  ['user.duties', 'duties', 'edit,support', '编辑、客服'],
  ['user.duties', 'duties', '', '无'],
  ['signatory.add', 'categories', 'jade,metal', '玉石、贵金属饰品'],
  ['partner.change', 'scopes', 'check, webhooks', '核验证书、变动通知'],
  ['certificate.print', 'print', 'card', '卡片'],
  ['certificate.import', 'target', 'submitted', '待批'],
  ['webhook.switch', 'isOn', 'false', '否'],
])('shows the value of %s, %s as words: %s', (action, member, value, words) => {
  expect(describeMemberValue(action, member, value)).toBe(words)
})

it('shows a change as a line with its words', () => {
  expect(formatChanges('site.save', [{ member: 'recordNum', before: null, after: '滇ICP备1号' }])).toBe(
    'ICP 备案号：（空） → 滇ICP备1号',
  )
  const changes = [{ member: 'summary', before: '', after: '到店不必预约' }]
  expect(formatChanges('page.publish', changes)).toBe('导语：（空） → 到店不必预约')
  expect(formatChanges('article.save', changes)).toBe('摘要：（空） → 到店不必预约')
})
