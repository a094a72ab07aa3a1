import { vi } from 'vitest'

interface Pixels {
  width: number
  height: number
  data: Uint8ClampedArray
}

/**
 * Fakes a canvas context that scales pixels and reads them back.
 * @param first initial pixels of every canvas
 */
export function fakeCanvasPixels(first?: Pixels): void {
  const drawn = new WeakMap<HTMLCanvasElement, Pixels>()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function contextOf(this: HTMLCanvasElement) {
    return {
      fillRect: () => {},
      drawImage: (source: Pixels, _x: number, _y: number, width: number, height: number) => {
        drawn.set(this, scalePixels(source, width, height))
      },
      getImageData: () => drawn.get(this) ?? first,
    } as never
  })
}

function scalePixels({ width, height, data }: Pixels, toWidth: number, toHeight: number): Pixels {
  const result = new Uint8ClampedArray(toWidth * toHeight * 4)
  for (let y = 0; y < toHeight; y += 1) {
    const fromY = Math.floor((y * height) / toHeight)
    for (let x = 0; x < toWidth; x += 1) {
      const from = (fromY * width + Math.floor((x * width) / toWidth)) * 4
      result.set(data.subarray(from, from + 4), (y * toWidth + x) * 4)
    }
  }
  return { width: toWidth, height: toHeight, data: result }
}
