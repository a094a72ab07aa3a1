import { NEW_QUESTION_GAPS } from '@portal/contract/articles/page-templates.ts'
import { expect, it } from 'vitest'
import type { Edit } from '#domain/writing/markup.ts'
import { addGroup, addQuestion } from './question-parts.ts'

const TEXT =
  '导语。\n\n## 送检\n\n### 要预约吗？\n\n不必。\n\n### 带什么？\n\n样品。\n\n## 结论\n\n### 何谓优化？\n\n见国标。\n'
const LAST = '### 【问题】\n\n【回答】\n'
const NEW = `${LAST}\n`

const apply = (text: string, { from, to, insert }: Edit) => text.slice(0, from) + insert + text.slice(to)
const at = (words: string, text = TEXT) => text.indexOf(words) + words.length

it.each([
  ['要预约吗？', '### 带什么？'],
  ['不必。', '### 带什么？'],
  ['样品。', '## 结论'],
  ['## 送检', '### 要预约吗？'],
])('adds a question after the one with %s', (words, next) => {
  expect(apply(TEXT, addQuestion(TEXT, at(words)))).toBe(TEXT.replace(next, NEW + next))
})

it('adds a question at the end, and to an empty page', () => {
  expect(apply(TEXT, addQuestion(TEXT, at('见国标。')))).toBe(`${TEXT}\n${LAST}`)
  expect(apply('', addQuestion('', 0))).toBe(LAST)
})

it('adds a question of the second level where questions have no groups', () => {
  const flat = '## 要预约吗？\n\n不必。\n\n## 带什么？\n\n样品。'
  const added = apply(flat, addQuestion(flat, at('不必。', flat)))
  expect(added).toBe(flat.replace('## 带什么', `${NEW.slice(1)}## 带什么`))
  const led = '## 送检\n\n引言。\n\n### 带什么？\n\n样品。'
  expect(apply(led, addQuestion(led, at('引言。', led)))).toBe(led.replace('### 带什么', `${NEW}### 带什么`))
})

it('adds a group with a question after the group', () => {
  const group = `## 【分组名】\n\n${NEW}`
  expect(apply(TEXT, addGroup(TEXT, at('不必。')))).toBe(TEXT.replace('## 结论', `${group}## 结论`))
  expect(apply(TEXT, addGroup(TEXT, at('见国标。')))).toBe(`${TEXT}\n## 【分组名】\n\n${LAST}`)
})

it('takes lines of code for no headings, and names every gap that publishing refuses', () => {
  const text = '### 问\n\n```\n## 码\n```\n'
  expect(apply(text, addQuestion(text, 3))).toBe(`${text}\n${LAST}`)
  expect(addGroup('', 0).insert.match(/【.*?】/g)).toEqual(NEW_QUESTION_GAPS)
})
