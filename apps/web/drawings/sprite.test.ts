import { describe, expect, it } from 'vitest'
import { DRAWING_SIZES } from '#ui/figures/drawing-names.ts'
import { drawSprite } from './sprite.ts'

const sprite = drawSprite()

describe('the sprite', () => {
  it.each(Object.entries(DRAWING_SIZES))('has the symbol %s with the component’s box', (name, { width, height }) => {
    expect(sprite).toContain(`<symbol id="${name}" viewBox="0 0 ${width} ${height}"`)
  })

  it('contains nothing that a strict policy would block', () => {
    expect(sprite).not.toMatch(/url\(|<script|<style|\sstyle=|<use|\son\w+=|href/)
  })

  it('has no broken numbers', () => {
    expect(sprite).not.toMatch(/NaN|Infinity|undefined|e-\d/)
  })

  it('keeps coordinates to one decimal', () => {
    const paths = [...sprite.matchAll(/ d="([^"]*)"/g)].map(([, path = '']) => path)
    expect(paths.filter((path) => /\.\d\d/.test(path))).toEqual([])
  })

  it('is deterministic, as its name is a hash', () => {
    expect(drawSprite()).toBe(sprite)
  })

  it('stays below 140 KB', () => {
    expect(Buffer.byteLength(sprite)).toBeLessThan(140 * 1024)
  })
})
