// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { DRAWINGS } from './drawing-names.ts'

const folder = new URL('./drawings/', import.meta.url)
const readFile = (name: string) => readFileSync(new URL(name, folder), 'utf8')

const { 'brilliant-plan': _crown, ...filed } = DRAWINGS

it.each(Object.entries(filed))('has the drawing %s in its file, in the box of its component', (name, drawing) => {
  const { file, width, height } = drawing
  expect(readFile(`${file}.svg`)).toContain(`<symbol id="${name}" viewBox="0 0 ${width} ${height}"`)
})

it('contains no element that a strict policy would block', () => {
  const drawings = readdirSync(folder).map(readFile).join('')
  expect(drawings).not.toMatch(/url\(|<script|<style|\sstyle=|<use|\son\w+=|href/)
})
