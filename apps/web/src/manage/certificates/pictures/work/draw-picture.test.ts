import { expect, it } from 'vitest'
import { drawPicture, type Easel, isPictureBytes } from './draw-picture.ts'
import { type PictureEdit, UNEDITED } from './picture-edit.ts'

/** Computes where each corner of a picture of 400 × 200 px is drawn, from the calls on the canvas. */
async function computeCorners(edit: PictureEdit, sideMaxPx = 1000) {
  let matrix: [number, number, number, number, number, number] = [1, 0, 0, 1, 0, 0]
  const multiplyMatrix = (b: typeof matrix) => {
    const a = matrix
    matrix = [
      a[0] * b[0] + a[2] * b[1],
      a[1] * b[0] + a[3] * b[1],
      a[0] * b[2] + a[2] * b[3],
      a[1] * b[2] + a[3] * b[3],
      a[0] * b[4] + a[2] * b[5] + a[4],
      a[1] * b[4] + a[3] * b[5] + a[5],
    ]
  }
  const context = {
    fillRect: () => undefined,
    drawImage: () => undefined,
    scale: (x: number, y: number) => multiplyMatrix([x, 0, 0, y, 0, 0]),
    translate: (x: number, y: number) => multiplyMatrix([1, 0, 0, 1, x, y]),
    rotate: (angle: number) =>
      multiplyMatrix([Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0]),
  }
  let size = [0, 0]
  const createEasel = (width: number, height: number): Easel => {
    size = [width, height]
    return {
      context: context as Partial<CanvasRenderingContext2D> as CanvasRenderingContext2D,
      toJpeg: async () => new Blob(),
    }
  }
  const image = document.createElement('canvas')
  await drawPicture(image, { width: 400, height: 200 }, { edit, sideMaxPx }, createEasel)
  const transformPoint = (x: number, y: number) => [
    Math.round(matrix[0] * x + matrix[2] * y + matrix[4]) + 0,
    Math.round(matrix[1] * x + matrix[3] * y + matrix[5]) + 0,
  ]
  return { size, topLeft: transformPoint(0, 0), bottomRight: transformPoint(400, 200) }
}

it.each([
  [UNEDITED, { size: [400, 200], topLeft: [0, 0], bottomRight: [400, 200] }],
  [{ turns: 1, crop: null } as const, { size: [200, 400], topLeft: [200, 0], bottomRight: [0, 400] }],
  [{ turns: 2, crop: null } as const, { size: [400, 200], topLeft: [400, 200], bottomRight: [0, 0] }],
  [{ turns: 3, crop: null } as const, { size: [200, 400], topLeft: [0, 400], bottomRight: [200, 0] }],
])('draws a picture turned by %o with its corners in the right places', async (edit, expected) => {
  expect(await computeCorners(edit)).toEqual(expected)
})

it('crops before it scales down, and never enlarges', async () => {
  const crop = { left: 0.5, top: 0, width: 0.5, height: 1 }
  expect(await computeCorners({ turns: 0, crop }, 100)).toEqual({
    size: [100, 100],
    topLeft: [-100, 0],
    bottomRight: [100, 100],
  })
  expect((await computeCorners(UNEDITED, 5000)).size).toEqual([400, 200])
})

it('recognises a picture by its first bytes', () => {
  const toBytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
  for (const good of ['\xff\xd8\xff\xe0', '\x89PNG\r\n\x1a\n', 'RIFF\0\0\0\0WEBPVP8 ', '\0\0\0\x20ftypavif']) {
    expect(isPictureBytes(toBytes(good))).toBe(true)
  }
  for (const bad of ['', '<svg xmlns=', '<!doctype html>', 'RIFF\0\0\0\0WAVE', 'PK\x03\x04', '%PDF-1.7']) {
    expect(isPictureBytes(toBytes(bad))).toBe(false)
  }
})
