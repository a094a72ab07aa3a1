import type { Page } from 'playwright-core'

/** Draws a JPEG of this size, px: white, its left half blue. */
export async function drawPhoto(page: Page, width: number, height: number): Promise<Buffer> {
  const address = await page.evaluate(
    ([across, down]) => {
      const canvas = document.createElement('canvas')
      canvas.width = across
      canvas.height = down
      const context = canvas.getContext('2d')
      if (!context) return ''
      context.fillStyle = '#fff'
      context.fillRect(0, 0, across, down)
      context.fillStyle = '#1a4b86'
      context.fillRect(0, 0, across / 2, down)
      return canvas.toDataURL('image/jpeg')
    },
    [width, height] as [number, number],
  )
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

/** Adds the data of a telephone: its make, and that the picture is rotated (Exif 2.32, 4.6.2). */
export function rotatePhoto(jpeg: Buffer): Buffer {
  const make = 'SECRETCAM\0'
  const directory = Buffer.alloc(38)
  directory.write('MM\0*\0\0\0\x08\0\x02', 0, 'latin1')
  // Make: tag, ASCII, count, offset.
  directory.writeUInt16BE(0x010f, 10)
  directory.writeUInt16BE(2, 12)
  directory.writeUInt32BE(make.length, 14)
  directory.writeUInt32BE(directory.length, 18)
  // Orientation: tag, SHORT, count, «right, top».
  directory.writeUInt16BE(0x0112, 22)
  directory.writeUInt16BE(3, 24)
  directory.writeUInt32BE(1, 26)
  directory.writeUInt16BE(6, 30)
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), directory, Buffer.from(make, 'latin1')])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
}
