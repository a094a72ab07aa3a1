// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { DRAWING_SIZES } from './drawing-names.ts'

const readSvg = (name: string) => readFileSync(new URL(`./${name}.svg`, import.meta.url), 'utf8')
const sprite = readSvg('drawings') + readSvg('mark')

it.each(Object.entries(DRAWING_SIZES))('has the drawing %s in the box of its component', (name, { width, height }) => {
  expect(sprite).toContain(`<symbol id="${name}" viewBox="0 0 ${width} ${height}"`)
})

it('contains no element that a strict policy would block', () => {
  expect(sprite).not.toMatch(/url\(|<script|<style|\sstyle=|<use|\son\w+=|href/)
})
