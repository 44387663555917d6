/** The text of an answer. A line on the left marks each piece that was released by itself. */
import { ForeignBlock } from '../../parts/foreign-text.tsx';

/** Many small pieces are tokens that nobody held back: they are shown as one text. */
const mostMarked = 200;

export function AnswerPieces({ pieces }: { readonly pieces: readonly string[] }) {
  if (pieces.length === 0) return null;
  const shown = pieces.length > mostMarked ? [pieces.join('')] : pieces;
  return (
    <div>
      {shown.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces are only ever added at the end
        <div className={pieces.length > 1 ? 'answer-piece' : undefined} key={index}>
          <ForeignBlock text={piece} />
        </div>
      ))}
    </div>
  );
}
