/** Made by `drawings/vite-plugin.ts`. */
declare module 'virtual:drawings' {
  /** Where the sprite with all drawings is served; a drawing is `${spriteUrl}#name`. */
  export const spriteUrl: string
  /** Path data of one repeat of the certificate's border band, 42 × 14 px; line width 0.55. */
  export const bandTilePath: string
  /** Path data of one repeat of the certificate's wave ground, 120 × 25 px. */
  export const waveTilePath: string
}
