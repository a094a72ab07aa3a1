/** What an article is put under: a category or a tag. */
export interface Shelf {
  id: number
  name: string
}
