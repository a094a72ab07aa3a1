import type { Ticket } from '@portal/contract/tickets/ticket-shapes.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { good } from '#testing/answering.ts'
import { answers, at, open, TICKET, UPDATE } from '#testing/open-tickets.ts'
import { describeDelivery } from './answer-way.tsx'

it.each<[string, Partial<Ticket>, number, string]>([
  ['a member', { channel: 'notice' }, 1, '以站内通知发出，对方点开通知查看图片'],
  ['a mail with a link', {}, 0, '以邮件发到 li@example.test，附继续回复的链接'],
  ['a mail with a link and pictures', {}, 2, '附继续回复的链接；图片不在邮件中，在链接中查看'],
  ['a mail without a link', { isMailLinked: false }, 0, '不附链接（没有网站地址，请运维人员设置），对方不能在线回复'],
  ['a mail without a link, with pictures', { isMailLinked: false }, 1, '不能在线回复，也看不到图片，须另行提供'],
  ['a follow link', { channel: 'link', email: null }, 1, '不发邮件，也不另行通知：答复与图片显示在对方的跟进链接中'],
  ['a caller', { channel: 'phone', email: null }, 1, '这里留作记录，图片不会送到对方'],
  ['nobody', { channel: null, email: null }, 0, '对方没有可用的邮箱或跟进链接：不能答复，可以写内部备注'],
  ['a site without mail', { channel: null }, 0, '本站没有设置邮件'],
])('describes before sending how an answer to %s is delivered', (_to, more, pictures, text) => {
  expect(describeDelivery({ ...TICKET, ...more }, pictures)).toContain(text)
})

it('mails a reporter only after staff have chosen the address in the contact field', async () => {
  const report = { kind: 'forgery' as const, email: null, contactEmail: 'guke2@mail.example', channel: 'link' as const }
  const mailed = { ...TICKET, ...report, email: report.contactEmail, channel: 'mail' as const }
  const { fetch } = open('/tickets/1042', answers(report, { [at(UPDATE)]: good(UPDATE, mailed) }))
  expect(await screen.findByText(/由对方自填，未经核实/)).toBeTruthy()
  expect(screen.getByText(/不发邮件，也不另行通知/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '用这个邮箱答复' }))
  await waitFor(() => expect(fetch.of(at(UPDATE))).toMatchObject([{ body: { version: 3, usesContactEmail: true } }]))
})

it('shows a deleted comment as it was reported, with the reasons', async () => {
  const deletedComment = { id: null, articleId: 7, articleTitle: '绿松石的成因', userId: 'u', nickname: '江疏影' }
  const comment = { ...deletedComment, content: '加微信看货', reasons: ['广告或引流'] }
  open('/tickets/1042', answers({ kind: 'comment', channel: null, customer: '江疏影', state: 'closed', comment }))
  expect(await screen.findByText('加微信看货')).toBeTruthy()
  expect(screen.getByText('评论于《绿松石的成因》，已删除；以上是被举报时的原文')).toBeTruthy()
  expect(screen.getByText('举报理由：广告或引流')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '删除评论' })).toBeNull()
})
