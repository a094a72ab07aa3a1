import decodeQR from 'qr/decode.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeCanvasPixels } from '#testing/drawing-pixels.ts'
import { makeQrPicture } from '#testing/qr-picture.ts'
import { decode, listScales, loadQrReader, NotAPictureError, readPicture } from './qr-reader.ts'

const ADDRESS = 'https://www.example.cn/certificate-check?no=SH20261103001287'

afterEach(() => vi.unstubAllGlobals())

describe('a QR code', () => {
  it.each([2, 4, 9])('is found at %i px per module', (scale) => {
    expect(decode(decodeQR, makeQrPicture(ADDRESS, scale))).toBe(ADDRESS)
  })

  it('may contain Chinese text', () => {
    expect(decode(decodeQR, makeQrPicture('证书编号：SH20261103001287'))).toBe('证书编号：SH20261103001287')
  })

  it('is not found in an empty picture', () => {
    const { width, height, data } = makeQrPicture(ADDRESS)
    expect(decode(decodeQR, { width, height, data: data.map(() => 255) })).toBeNull()
  })
})

describe('a picture', () => {
  const file = new Blob(['picture'])

  it('yields its code at any size, and is released', async () => {
    for (const scale of [1, 4, 40]) {
      const close = vi.fn()
      vi.stubGlobal('createImageBitmap', async () => ({ ...makeQrPicture(ADDRESS, scale), close }))
      fakeCanvasPixels()
      expect(await readPicture(file)).toBe(ADDRESS)
      expect(close).toHaveBeenCalledOnce()
    }
  })

  it('returns null when it has no QR code', async () => {
    const white = { width: 900, height: 600, data: new Uint8ClampedArray(900 * 600 * 4).fill(255) }
    vi.stubGlobal('createImageBitmap', async () => ({ ...white, close: () => {} }))
    fakeCanvasPixels()
    expect(await readPicture(file)).toBeNull()
  })

  it('throws NotAPictureError when the browser cannot open it', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no', 'InvalidStateError')))
    await expect(readPicture(file)).rejects.toThrow(NotAPictureError)
  })

  it('is scaled to two or three sizes, but never enlarged', () => {
    expect(listScales({ width: 4000, height: 3000 })).toEqual([0.25, 0.45, 0.15])
    expect(listScales({ width: 700, height: 900 })).toEqual([1, 600 / 900])
    expect(listScales({ width: 120, height: 120 })).toEqual([2, 1, 4])
  })
})

describe("the browser's own detector", () => {
  const makeDetector = (formats: string[], rawValue: string | null) =>
    class {
      static getSupportedFormats = async () => formats
      detect = async () => {
        if (rawValue === null) throw new DOMException('no service')
        return [{ rawValue }]
      }
    }

  it('reads QR codes where it works', async () => {
    vi.stubGlobal('BarcodeDetector', makeDetector(['ean_13', 'qr_code'], 'native'))
    expect(await (await loadQrReader())(document.createElement('canvas'))).toBe('native')
  })

  it('is replaced by the bundled reader when it reads no QR codes, has no service, or fails', async () => {
    fakeCanvasPixels(makeQrPicture('ours'))
    const canvas = document.createElement('canvas')
    canvas.width = makeQrPicture('ours').width
    canvas.height = makeQrPicture('ours').height
    vi.stubGlobal('BarcodeDetector', makeDetector(['ean_13'], 'native'))
    expect(await (await loadQrReader())(canvas)).toBe('ours')
    vi.stubGlobal('BarcodeDetector', { getSupportedFormats: () => Promise.reject(new DOMException('no service')) })
    expect(await (await loadQrReader())(canvas)).toBe('ours')
    vi.stubGlobal('BarcodeDetector', makeDetector(['qr_code'], null))
    expect(await (await loadQrReader())(canvas)).toBe('ours')
  })
})
