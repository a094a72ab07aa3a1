interface Found {
  from: number
  to: number
}

/** Finds every place of the words in a text, in order. */
export function findWords(text: string, words: readonly string[]): Found[] {
  const places = words.flatMap((word) => {
    const found: Found[] = []
    for (let from = text.indexOf(word); from >= 0; from = text.indexOf(word, from + word.length)) {
      found.push({ from, to: from + word.length })
    }
    return found
  })
  return places.sort((a, b) => a.from - b.from)
}

/** Picks the first place after an offset, or the first of all; `undefined` without places. */
export function pickNext(places: readonly Found[], after: number): Found | undefined {
  return places.find(({ from }) => from >= after) ?? places[0]
}
