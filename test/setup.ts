/** Runs before each test file. What it imports runs once in each process. */
import './property-seed.ts';
import './waiting.ts';
import { failOnChangedProcess } from './left-behind.ts';

failOnChangedProcess();
