import type { DeskPicture } from '@portal/contract/certificates/rules/desk-fields.ts'
import { expect, it } from 'vitest'
import { flattenSides, mergeFlat, needsChoice, type Typed } from './merge-typed.ts'

const makePicture = (file: string, caption = ''): DeskPicture => ({ file, caption, widthMm: '' })
const makeText = (
  fields: Record<string, string>,
  pictures: DeskPicture[] = [],
  answers: Typed['answers'] = [],
): Typed => ({
  form: { category: 'turquoise', fields, pictures },
  answers,
})
const merge = (base: Typed, mine: Typed, theirs: Typed, choices = {}) =>
  mergeFlat(flattenSides({ base, mine, theirs }), choices)
const listFiles = (text: Typed) => text.form.pictures.map(({ file }) => file)

it('merges fields, answers and the category of both sides', () => {
  const base = makeText({ conclusion: '绿松石', color: '蓝色', lustre: '蜡状光泽' })
  const mine = makeText(
    { conclusion: '绿松石', color: '蓝绿色', lustre: '蜡状光泽' },
    [],
    [{ key: 'k', text: '复测三次' }],
  )
  const theirs = { ...makeText({ conclusion: '绿松石', color: '蓝色', shape: '椭圆' }), answers: [] }
  const sides = flattenSides({ base, mine, theirs: { ...theirs, form: { ...theirs.form, category: 'jade' } } })
  expect(needsChoice(sides)).toBe(false)
  expect(mergeFlat(sides, {})).toEqual({
    form: { category: 'jade', fields: { conclusion: '绿松石', color: '蓝绿色', shape: '椭圆' }, pictures: [] },
    answers: [{ key: 'k', text: '复测三次' }],
  })
})

it('requires a choice for a field that both changed or that one cleared', () => {
  const base = makeText({ color: '蓝色' })
  const sides = flattenSides({ base, mine: makeText({ color: '绿色' }), theirs: makeText({}) })
  expect(needsChoice(sides)).toBe(true)
  expect(mergeFlat(sides, { 'field color': 'mine' }).form.fields).toEqual({ color: '绿色' })
  expect(mergeFlat(sides, { 'field color': 'theirs' }).form.fields).toEqual({})
})

it('keeps the pictures of both sides, each in its place', () => {
  const base = makeText({}, [makePicture('a.jpg'), makePicture('b.jpg')])
  const mine = makeText({}, [makePicture('new.jpg'), makePicture('a.jpg', '正面'), makePicture('b.jpg')])
  const theirs = makeText({}, [makePicture('a.jpg'), makePicture('b.jpg'), makePicture('c.jpg')])
  const merged = merge(base, mine, theirs)
  expect(listFiles(merged)).toEqual(['new.jpg', 'a.jpg', 'b.jpg', 'c.jpg'])
  expect(merged.form.pictures[1]?.caption).toBe('正面')
})

it('keeps a new order, a removal and a replaced picture', () => {
  const base = makeText({}, [makePicture('a.jpg'), makePicture('b.jpg'), makePicture('c.jpg')])
  const moved = makeText({}, [makePicture('c.jpg'), makePicture('a.jpg'), makePicture('b.jpg')])
  const replaced = makeText({}, [makePicture('a.jpg'), makePicture('turned.jpg')])
  expect(listFiles(merge(base, moved, replaced))).toEqual(['a.jpg', 'turned.jpg'])
  expect(listFiles(merge(base, replaced, moved))).toEqual(['a.jpg', 'turned.jpg'])
  expect(listFiles(merge(base, moved, base))).toEqual(['c.jpg', 'a.jpg', 'b.jpg'])
})

it('requires a choice between all pictures when those of both sides are too many', () => {
  const makeMany = (name: string) => [1, 2, 3, 4, 5].map((nth) => makePicture(`${name}${nth}.jpg`))
  const sides = flattenSides({
    base: makeText({}),
    mine: makeText({}, makeMany('a')),
    theirs: makeText({}, makeMany('b')),
  })
  expect(needsChoice(sides)).toBe(true)
  expect(listFiles(mergeFlat(sides, { pictures: 'mine' }))).toEqual(makeMany('a').map(({ file }) => file))
})
