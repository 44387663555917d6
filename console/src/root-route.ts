/** The root of all addresses: the frame around each page. */
import { createRootRoute } from '@tanstack/react-router';
import { Frame } from './app/frame.tsx';
import { NotFound } from './app/not-found.tsx';

export const rootRoute = createRootRoute({ component: Frame, notFoundComponent: NotFound });
