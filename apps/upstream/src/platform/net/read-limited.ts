class AnswerTooLong extends Error {
  override name = 'AnswerTooLong'
}

/** Reads the body of a response. @throws Error as soon as it exceeds the limit */
export async function readLimited({ body }: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > maxBytes) throw new AnswerTooLong('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
