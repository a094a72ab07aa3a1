import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { expect, it } from 'vitest'
import type { DeskCertificate, PendingChange } from '../desk-words.ts'
import { findDraftFault, limitFiles, nameFiles, readFileName } from './match-files.ts'

const ONE = makeCertificateNo('20261120', 8)
const OTHER = makeCertificateNo('20261120', 9)
const makeFile = (name: string) => new File(['x'], name)

it.each([
  [`${ONE}.jpg`, 0],
  [`${ONE}-2.jpg`, 2],
  [`${ONE}_10.JPEG`, 10],
  [`${ONE} (3).png`, 3],
  [`${ONE}（4）.webp`, 4],
  [`${ONE.toLowerCase()} - 5.jpg`, 5],
])('reads the number and the order from %s', (name, nth) => {
  expect(readFileName(name)).toEqual({ certificateNo: ONE, nth })
})

it.each([
  'IMG_0012.jpg',
  `${ONE.slice(0, -1)}${(Number(ONE.at(-1)) + 1) % 10}.jpg`,
  `正面 ${ONE}.jpg`,
  `${ONE}-正面.jpg`,
  `${ONE}-2-1.jpg`,
])('reads no number from %s', (name) => expect(readFileName(name)).toBeNull())

it('sorts by number and suffix, refuses doubles, and counts files that are no pictures', () => {
  const names = [`${OTHER}.jpg`, `${ONE}-10.jpg`, `${ONE}-2.jpg`, `${ONE} (2).jpg`, `${ONE}.jpg`, 'a.jpg', 'Thumbs.db']
  const { named, others } = nameFiles(names.map(makeFile))
  expect(others).toBe(1)
  expect(named.map(({ file, fault }) => [file.name, fault])).toEqual([
    ['a.jpg', '文件名不是证书编号'],
    [`${ONE}.jpg`, ''],
    [`${ONE}-2.jpg`, '编号与次序重复，请只留一张'],
    [`${ONE} (2).jpg`, '编号与次序重复，请只留一张'],
    [`${ONE}-10.jpg`, ''],
    [`${OTHER}.jpg`, ''],
  ])
})

it('tells a mistyped number from a name without one', () => {
  const mistyped = `${ONE.slice(0, -1)}${(Number(ONE.at(-1)) + 1) % 10}-2.jpg`
  const { named } = nameFiles([makeFile(mistyped), makeFile('IMG_1.jpg')])
  expect(named.map(({ fault }) => fault)).toEqual(['编号打错了，请核对', '文件名不是证书编号'])
})

it('accepts drafts of the person alone', () => {
  const find = (pendingChange: Partial<PendingChange> | null) =>
    findDraftFault({ pendingChange } as DeskCertificate, 'me')
  const draft = { kind: 'first', state: 'draft' } as const
  expect(find({ ...draft, writers: [{ id: 'me', nickname: '周' }] })).toBe('')
  expect(find({ ...draft, state: 'returned', writers: [{ id: 'me', nickname: '周' }] })).toBe('')
  // A number that nobody has written to yet.
  expect(find({ ...draft, writers: [], preparedBy: { id: 'me', nickname: '周' } })).toBe('')
  const begunByOther = { ...draft, writers: [], preparedBy: { id: 'other', nickname: '林知微' } }
  expect(find(begunByOther)).toBe('林知微的草稿，请到证书页上传')
  // A writer may add pictures to a draft that another person began.
  expect(find({ ...begunByOther, writers: [{ id: 'me', nickname: '周' }] })).toBe('')
  expect(find({ ...draft, writers: [{ id: 'other', nickname: '林知微' }] })).toBe('林知微的草稿，请到证书页上传')
  expect(find({ ...draft, state: 'submitted', writers: [] })).toBe('已提交审批，不能再加图片')
  expect(find({ ...draft, kind: 'withdrawal', state: 'submitted', writers: [] })).toBe('这份证书正在撤销')
  expect(find(null)).toContain('没有草稿')
})

it('refuses files beyond eight pictures', () => {
  const { named } = nameFiles([1, 2, 3].map((nth) => makeFile(`${ONE}-${nth}.jpg`)))
  expect(limitFiles(named, 6).map(({ fault }) => fault)).toEqual(['', '', '至多 8 张，已有 6 张，放不下'])
})
