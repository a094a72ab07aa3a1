/** What an article is put under: a category or a tag. */
export interface TaxonomyOption {
  id: number
  name: string
}
